// What the scripts of the page and of its tests must keep to.

import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: "error",
  "no-implicit-globals": "error",
  "no-shadow": "error",
  "no-self-compare": "error",
  "no-unmodified-loop-condition": "error",
  "no-useless-return": "error",
  "object-shorthand": "error",
  "prefer-template": "error",
  "no-restricted-properties": [
    "error",
    { property: "innerHTML", message: "What is text stays text." },
    { property: "outerHTML", message: "What is text stays text." },
    { property: "insertAdjacentHTML", message: "What is text stays text." },
  ],
};

export default [
  { ignores: ["**/node_modules/**"] },
  { files: ["web/assets/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  { files: ["tests/**/*.{js,mjs}"], languageOptions: { globals: { ...globals.node, ...globals.browser } }, rules },
];

// @ts-check
// Runs before anything is drawn, so that a page in the dark does not begin with a flash of light.
try {
  const theme = localStorage.getItem("plywood.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // No storage, no choice: the system's own theme it is.
}

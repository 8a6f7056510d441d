// @ts-check
// The pages that are asked for less often than the first one and a game: a script of their own, loaded when it is needed.

import { showGames } from "./pages/games.js";
import { showLibrary } from "./pages/library.js";
import { showReview } from "./pages/review.js";
import { showRules } from "./pages/rules.js";
import { showStudy } from "./pages/study.js";
import { showTour } from "./pages/tour.js";

/** @import { ShowPage } from "./types.js" */

/** @type {Record<string, ShowPage>} */
export const LATER_PAGES = {
  games: showGames,
  library: showLibrary,
  review: showReview,
  rules: showRules,
  study: showStudy,
  tour: showTour,
};

/** The pages of lessons and puzzles, loaded together. */

export { default as LessonPage } from "./LessonPage.svelte";
export { default as PuzzlePage } from "./PuzzlePage.svelte";
export { default as Puzzles } from "./Puzzles.svelte";

import { en, type Words } from "./en";

/** The words of the client. One catalogue so far: another language is one more file of the same shape, chosen here. */
export const words: Words = en;

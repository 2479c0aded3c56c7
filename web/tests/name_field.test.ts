import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import NameField from "../src/parts/NameField.svelte";

describe("the field for a name", () => {
  afterEach(cleanup);

  it.each([
    ["Hazel", "5 of 24", true],
    ["  Hazel  of the hills ", "19 of 24", true],
    // One letter with its accent, however it was typed.
    ["Ale\u0301ne\u0301", "5 of 24", true],
    ["नमस्ते", "4 of 24", true],
    // A flag is two characters, for the server too.
    ["🇫🇷".repeat(12), "24 of 24", true],
    ["🇫🇷".repeat(13), "26 of 24", false],
  ])("counts %s as the server does", (name, count, fits) => {
    render(NameField, { id: "name", name });
    expect(screen.getByText(count)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox").checkValidity()).toBe(fits);
  });
});

/** Copies what a field holds; without a clipboard (plain http has none) it is left selected, to be copied by hand. */
export async function copyField(field: HTMLInputElement): Promise<"copied" | "selected"> {
  try {
    // Absent on an address that is not secure, whatever the types say.
    await (navigator.clipboard as Clipboard | undefined)!.writeText(field.value);
    return "copied";
  } catch {
    field.focus();
    field.select();
  }
  // Out of date, and the only way left where there is no clipboard.
  return document.execCommand("copy") ? "copied" : "selected";
}

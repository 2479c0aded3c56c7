import type { Attachment } from "svelte/attachments";

/**
 * A thing that is pressed: a click, Enter and Space mean the same. What may not be chosen can still be reached and
 * pressed, to be told why.
 */
export function press(act: (event: Event) => void, may: () => boolean = () => true): Attachment<Element> {
  return (node) => {
    const can = may();
    if (can) node.removeAttribute("aria-disabled");
    else node.setAttribute("aria-disabled", "true");

    const key = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      act(event);
    };
    node.addEventListener("click", act);
    // A button makes a click of its keys by itself.
    const itself = node instanceof HTMLButtonElement;
    if (!itself) node.addEventListener("keydown", key);
    return () => {
      node.removeEventListener("click", act);
      if (!itself) node.removeEventListener("keydown", key);
    };
  };
}

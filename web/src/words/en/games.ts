// Made by web/make_types.py from the server's structures: do not edit.

export { alarun } from "./alarun";
export { flipslide } from "./flipslide";
export { korrigans } from "./korrigans";
export { treasure } from "./treasure";
export { wichtel } from "./wichtel";

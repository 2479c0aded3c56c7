// Made by web/make_types.py from the server's structures: do not edit.

export const BOARD = {"rainbow": {"colours": ["red", "orange", "yellow", "green", "blue", "indigo", "violet"], "codes": ["R", "O", "Y", "G", "B", "I", "V"]}, "seats": {"leaves": [2, 3, 4, 4], "turned_up": [0, 4, 4, 4], "actions": [1, 2, 2, 2]}, "patch": {"leaf_centres": [[0, 0], [2, 1], [-1, 3], [1, 4]]}} as const;

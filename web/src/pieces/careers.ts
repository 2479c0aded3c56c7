/** The four walks of a gnome's life: a fill, its deep shade, the paper of the card, and an emblem that goes with them. */
export interface CareerLook {
  light: string;
  deep: string;
  paper: string;
  dusk: string;
  emblem: string;
}

export const CAREER_LOOKS: Record<string, CareerLook> = {
  family: {
    light: "#DDA27F",
    deep: "#8F5637",
    paper: "#FAEBDD",
    dusk: "#E4CFBC",
    emblem: "M0 7C-9 0-8-7-3.6-7-1.4-7 0-5.4 0-4 0-5.4 1.4-7 3.6-7 8-7 9 0 0 7z",
  },
  civil: {
    light: "#7FA458",
    deep: "#48692F",
    paper: "#EAF2DB",
    dusk: "#CFDABB",
    emblem: "M0-9 6.4 0H3.6L8 6H1.6V9H-1.6V6H-8L-3.6 0H-6.4z",
  },
  military: {
    light: "#C4594C",
    deep: "#872F27",
    paper: "#F9E3DC",
    dusk: "#E2C5BC",
    emblem: "M-7-8H7V-1C7 4.4 3.6 7.4 0 9-3.6 7.4-7 4.4-7-1z",
  },
  chief: {
    light: "#8C6CA9",
    deep: "#553870",
    paper: "#EFE5F5",
    dusk: "#D2C4DC",
    emblem: "M-8 7-9.4-6-4 0 0-8.4 4 0 9.4-6 8 7z",
  },
};

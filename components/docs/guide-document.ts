/** A document of docs/ as its page shows it; `html` is without the title. */
export type GuideDocument = { slug: string; shelf: string; title: string; about: string; html: string };

/** A document as lists name it. */
export type GuideName = Omit<GuideDocument, "html">;

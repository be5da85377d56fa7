export type Search = Record<string, string | string[] | undefined>;

export type PageProps<Params extends string = never> = {
  params: Promise<Record<Params, string>>;
  searchParams: Promise<Search>;
};

export type ProjectPageProps<Params extends string = never> = PageProps<Params | "projectID">;

/** A list whose side panel is part of its address: the last segment is present while the panel is open. */
export type PanelPageProps<Item extends string> = {
  params: Promise<{ projectID: string } & Partial<Record<Item, string[]>>>;
  searchParams: Promise<Search>;
};

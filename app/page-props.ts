type Search = Record<string, string | string[] | undefined>;

export type PageProps<Params extends string = never> = {
  params: Promise<Record<Params, string>>;
  searchParams: Promise<Search>;
};

export type ProjectPageProps<Params extends string = never> = PageProps<Params | "projectID">;

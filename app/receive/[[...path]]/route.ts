import { handleIngest } from "@/lib/next/mount";

export const dynamic = "force-dynamic";

export {
  handleIngest as DELETE,
  handleIngest as GET,
  handleIngest as HEAD,
  handleIngest as OPTIONS,
  handleIngest as PATCH,
  handleIngest as POST,
  handleIngest as PUT,
};

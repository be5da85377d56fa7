import { handleByApp } from "@/lib/next/mount";

export const dynamic = "force-dynamic";

export {
  handleByApp as DELETE,
  handleByApp as GET,
  handleByApp as HEAD,
  handleByApp as OPTIONS,
  handleByApp as PATCH,
  handleByApp as POST,
  handleByApp as PUT,
};

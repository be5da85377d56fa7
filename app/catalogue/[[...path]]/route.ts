import { handleByApp } from "@/lib/next/mount";

export const dynamic = "force-dynamic";

export { handleByApp as GET, handleByApp as HEAD };

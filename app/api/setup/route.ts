export { handleSetUp as POST } from "@/lib/next/set-up-route";

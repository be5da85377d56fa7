export { handleAuth as GET, handleAuth as POST } from "@/lib/next/auth-route";

import { expect, it } from "vitest";
import { signInPage } from "@/lib/public-pages/sign-in-page";

const PAGE = { next: "/projects", refusal: null, providers: [], theme: null, nonce: "n" } as const;

it("escapes all that is not its own", () => {
  const hostile = `"><script>alert(1)</script>`;
  const page = signInPage({
    ...PAGE,
    next: `/${hostile}`,
    refusal: hostile,
    providers: [{ id: hostile, name: hostile }],
  });
  expect(page.split("<script").length - 1).toBe(1);
  expect(page.split("&quot;&gt;&lt;script&gt;").length - 1).toBe(4);
});

it("has the reader's choice of colours, or none", () => {
  expect(signInPage({ ...PAGE, theme: "dark" })).toContain('<html lang="en" class="dark">');
  expect(signInPage(PAGE)).toContain('<html lang="en" class="">');
});

it("says what the form's rules say of empty fields", () => {
  expect(signInPage(PAGE)).toContain(">Give your email address.</p>");
  expect(signInPage(PAGE)).toContain(">Give your password.</p>");
});

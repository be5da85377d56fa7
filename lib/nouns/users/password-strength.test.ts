import { describe, expect, it } from "vitest";
import { refuseTrivialPassword } from "@/lib/nouns/users/password-strength";

const ada = { email: "ada.lovelace@analytical.example", name: "Ada Lovelace" };
const fault = (password: string) =>
  refuseTrivialPassword("password", password, ada).then(
    () => null,
    (error) => error.fields[0],
  );

describe("a password", () => {
  it.each([
    ["password", "among the first that are guessed"],
    ["P@ssw0rd2024", "among the first that are guessed"],
    ["Summer2024!", "among the first that are guessed"],
    ["administrator1!", "among the first that are guessed"],
    ["correcthorse", "among the first that are guessed"],
    ["qwertyuiop", "among the first that are guessed"],
    ["lovelace", "your email or name"],
    ["ada.lovelace@analytical.example", "your email or name"],
    ["Analytical1", "your email or name"],
    ["hookyard2027", "or of Hookyard's"],
    ["aaaaaaaaaaaaaaaaaaaa", "repeated or sequential"],
    ["abcdefghijk", "repeated or sequential"],
    ["13.05.1984", "a date"],
  ])("%s is refused with the reason, by the field's name", async (password, why) => {
    expect(await fault(password)).toMatchObject({ path: "password", message: expect.stringContaining(why) });
  });

  it.each(["correct horse battery", "kJ8s0dk2", "xK9#mQ2pL", "geheimes Fahrrad im Keller", "パスワードは秘密です"])(
    "%s is accepted",
    async (password) => {
      expect(await fault(password)).toBeNull();
    },
  );

  it("of the greatest length is checked, too", async () => {
    expect(await fault("aB3$".repeat(50))).not.toBeNull();
    expect(await fault("Xk7pQ2wZ".repeat(12) + "Lm4vR9sT".repeat(13))).toBeNull();
  });
});

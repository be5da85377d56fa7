import type { Locator } from "@playwright/test";

/** The colours of a column of what is drawn, from the top down: "rgb(15, 114, 64)". `place` is from 0, left, to 1. */
export async function readColours(drawn: Locator, places: readonly number[]): Promise<string[][]> {
  const png = (await drawn.screenshot({ animations: "disabled" })).toString("base64");
  return drawn.page().evaluate(
    async ({ png, places }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      if (!context) throw new Error("The browser draws nothing.");
      context.drawImage(image, 0, 0);
      return places.map((place) => {
        const { data } = context.getImageData(Math.floor(place * image.width), 0, 1, image.height);
        return Array.from({ length: image.height }, (_, y) => `rgb(${data.slice(4 * y, 4 * y + 3).join(", ")})`);
      });
    },
    { png, places },
  );
}

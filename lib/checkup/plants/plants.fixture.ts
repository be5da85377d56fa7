import { CONTENT_PLANTS } from "@/lib/checkup/plants/content.fixture";
import { HOST_PLANTS } from "@/lib/checkup/plants/host.fixture";
import { NETWORK_PLANTS } from "@/lib/checkup/plants/network.fixture";
import type { Plant } from "@/lib/checkup/plants/plant.fixture";
import { SERVER_PLANTS } from "@/lib/checkup/plants/server.fixture";
import { SETTINGS_PLANTS } from "@/lib/checkup/plants/settings.fixture";

/** Everything that can be found, brought about. */
export const PLANTS: readonly Plant[] = [
  ...SETTINGS_PLANTS,
  ...HOST_PLANTS,
  ...NETWORK_PLANTS,
  ...CONTENT_PLANTS,
  ...SERVER_PLANTS,
];

/** An event may go to a hundred thousand endpoints, and each of its deliveries shows the event. */
export const MAX_SHOWN_ENDPOINTS = 100;

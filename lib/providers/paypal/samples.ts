import type { Samples } from "../provider";

export const samples: Samples = {
  "PAYMENT.CAPTURE.COMPLETED": {
    headers: {
      "PAYPAL-AUTH-ALGO": "SHA256withRSA",
      "PAYPAL-CERT-URL": "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270",
      "PAYPAL-TRANSMISSION-ID": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
    },
    body: {
      json: {
        id: "WH-58D329510W468432D-8HN650336L201105X",
        event_version: "1.0",
        create_time: "2019-02-14T21:50:07.940Z",
        resource_type: "capture",
        resource_version: "2.0",
        event_type: "PAYMENT.CAPTURE.COMPLETED",
        summary: "Payment completed for $ 30.0 USD",
        resource: {
          id: "42311647XV020574X",
          amount: { currency_code: "USD", value: "30.00" },
          final_capture: true,
          status: "COMPLETED",
        },
      },
    },
  },
};

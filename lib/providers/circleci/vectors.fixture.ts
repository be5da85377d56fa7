import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "circleci-signature": `v1=${digest(secret, body)}` } }),
  published: [
    {
      secret: "secret",
      body: "hello world",
      headers: { "circleci-signature": "v1=734cc62f32841568f45715aeb9f4d7891324e6d948e4c6c60c0621cdac48623a" },
    },
    {
      secret: "hunter123",
      body: "an-important-request-payload",
      headers: { "circleci-signature": "v1=9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa" },
    },
  ],
};

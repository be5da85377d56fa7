# docker build -t hookyard .                               serves with a database of yours (DATABASE_URL)
# docker build -t hookyard:embedded --target embedded .    brings PostgreSQL along, and keeps its data in /data
#
# Node.js runs as the first process and needs no init beside it: it stops in order at SIGTERM, and it is the parent of all
# that it starts. Only what a killed embedded PostgreSQL leaves behind would stay as zombies: compose.embedded.yaml sets init.

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package -- /out
RUN mkdir /empty

FROM build AS build-embedded
RUN npm run package -- /out-embedded --embedded

# PostgreSQL needs a shell for initdb, and a user with a name.
FROM node:24-bookworm-slim AS embedded
RUN useradd --uid 10001 --no-create-home --home-dir /data hookyard && install -d -o hookyard -g hookyard -m 700 /data
COPY --from=build-embedded /out-embedded /app
WORKDIR /app
ENV NODE_ENV=production HOOKYARD_DATA=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["--max-old-space-size=1024", "--max-semi-space-size=16", "--heap-growing-percent=80", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "dist/server.js"]

# Without a shell and a package manager: the C library, Node.js and the program. /data is for HOOKYARD_EXPORT_DIR.
FROM gcr.io/distroless/nodejs24-debian12:nonroot AS external
COPY --from=build --chown=65532:65532 /empty /data
COPY --from=build /out /app
WORKDIR /app
ENV NODE_ENV=production HOOKYARD_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["--max-old-space-size=1024", "--max-semi-space-size=16", "--heap-growing-percent=80", "--v8-pool-size=1", "--no-allocation-site-pretenuring", "dist/server.js"]

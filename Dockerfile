# One image for every process of the product. SERVICE is a folder of services/ or packages/, or gateway:
#
#   docker build --build-arg SERVICE=auth --tag doushouqi/auth .
#
# Nothing here needs BuildKit. What npm and Node download comes through NPM_REGISTRY and the usual proxy variables.
ARG NODE_IMAGE=node:24-bookworm-slim

# ---- What every container runs on: Node without package managers, no file that gives anybody another user's rights.
FROM ${NODE_IMAGE} AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
 && find / -xdev -type f -perm /6000 -exec chmod a-s {} +
WORKDIR /app

# ---- The repository, and apart from it what npm reads, so that no change of a source installs anything anew.
FROM ${NODE_IMAGE} AS sources
WORKDIR /sources
COPY . .
RUN cp -r scripts/src/image /image && node /image/build.ts manifests . /manifests

# ---- The packages that the service runs with.
FROM ${NODE_IMAGE} AS dependencies
ARG SERVICE=gateway
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /app
COPY --from=sources /manifests ./
RUN for folder in "$SERVICE" "packages/$SERVICE" "services/$SERVICE"; do \
      if [ -f "$folder/package.json" ]; then workspace=$folder; fi; \
    done \
 && npm ci --registry="$NPM_REGISTRY" --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error \
      --workspace="${workspace:?no service or package of this name}" --include-workspace-root=false \
 && rm -rf /root/.npm
COPY --from=sources /image /image
RUN node /image/build.ts trim /app

# ---- The web, for the gateway alone; the engine, for the bots and the check of rated games.
FROM ${NODE_IMAGE} AS web
ARG SERVICE=gateway
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /app
COPY --from=sources /manifests ./
RUN if [ "$SERVICE" = gateway ]; then \
      npm ci --registry="$NPM_REGISTRY" --ignore-scripts --no-audit --no-fund --loglevel=error \
        --workspace=web --include-workspace-root=false; \
    elif [ "$SERVICE" = bot ] || [ "$SERVICE" = moderation ]; then \
      npm ci --registry="$NPM_REGISTRY" --ignore-scripts --no-audit --no-fund --loglevel=error \
        --workspace=packages/engine --include-workspace-root=false; \
    fi
COPY --from=sources /sources/tsconfig.json ./
COPY --from=sources /sources/packages/rules packages/rules
COPY --from=sources /sources/packages/protocol packages/protocol
COPY --from=sources /sources/packages/puzzles packages/puzzles
COPY --from=sources /sources/packages/room packages/room
COPY --from=sources /sources/packages/room-client packages/room-client
COPY --from=sources /sources/packages/engine packages/engine
COPY --from=sources /sources/packages/rating packages/rating
COPY --from=sources /sources/packages/endgames packages/endgames
COPY --from=sources /sources/packages/lessons packages/lessons
COPY --from=sources /sources/web web
RUN mkdir -p web/dist packages/engine/dist \
 && if [ "$SERVICE" = gateway ]; then node web/scripts/build.ts && rm web/dist/.stamp; \
    elif [ "$SERVICE" = bot ] || [ "$SERVICE" = moderation ]; then node packages/engine/scripts/build.ts --quiet && rm packages/engine/dist/.stamp; fi

# ---- The programs of /download/ai, for the gateway alone: empty in every other image, and where `DOWNLOADS=` leaves them out.
# They are built again when the engine, the protocol or the origins change; the Node of each system stays cached.
FROM ${NODE_IMAGE} AS downloads
ARG SERVICE=gateway
ARG NPM_REGISTRY=https://registry.npmjs.org/
ARG DOWNLOADS="windows macos-arm64 macos-x64 linux"
ENV NPM_CONFIG_REGISTRY=$NPM_REGISTRY NPM_CONFIG_LOGLEVEL=error
WORKDIR /app
COPY --from=sources /manifests ./
# A program must hold the Node version that prepares its script, so the Node of package.json runs here.
RUN if [ "$SERVICE" = gateway ] && [ -n "$DOWNLOADS" ]; then \
      npm ci --ignore-scripts --no-audit --no-fund --workspace=scripts --include-workspace-root=false \
      && npm install --prefix /node --no-audit --no-fund "node@$(node -p 'require("./package.json").devDependencies.node')"; \
    fi
COPY --from=sources /sources/scripts/src/downloads/node-binaries.ts scripts/src/downloads/
RUN if [ "$SERVICE" = gateway ]; then \
      for system in $DOWNLOADS; do \
        /node/node_modules/.bin/node --eval "import('/app/scripts/src/downloads/node-binaries.ts').then(({ nodeFor }) => nodeFor('$system', '/app/scripts/.cache/downloads'))" || exit 1; \
      done; \
    fi
COPY --from=sources /sources/packages/rules packages/rules
COPY --from=sources /sources/packages/protocol packages/protocol
COPY --from=sources /sources/packages/puzzles packages/puzzles
COPY --from=sources /sources/packages/engine packages/engine
COPY --from=sources /sources/scripts/src/downloads scripts/src/downloads
COPY --from=sources /image /image
ARG DOWNLOAD_ORIGINS=
RUN mkdir /out && if [ "$SERVICE" = gateway ] && [ -n "$DOWNLOADS" ]; then \
      /node/node_modules/.bin/node scripts/src/downloads/main.ts --out /out/web/downloads \
        $(for system in $DOWNLOADS; do echo --system $system; done) \
        $(for origin in $DOWNLOAD_ORIGINS; do echo --origin $origin; done); \
    fi \
 && node /image/build.ts stamp /out

# ---- The service's own files.
FROM sources AS assembled
ARG SERVICE=gateway
COPY --from=web /app/web/dist web/dist
COPY --from=web /app/packages/engine/dist packages/engine/dist
RUN node /image/build.ts assemble "$SERVICE" /sources /out

# ---- All of it, run once as far as the missing environment lets it: the compiled code stays and starts faster.
FROM runtime AS compiled
COPY --from=dependencies /app ./
COPY --from=assembled /out ./
RUN mkdir .compiled && chown node:node .compiled
USER node
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled
RUN node --max-semi-space-size=16 --heap-growing-percent=50 --expose-gc entry.ts; \
    node --max-semi-space-size=16 --heap-growing-percent=50 --expose-gc --eval 'import("mongoose").catch(() => undefined)'; \
    node --max-semi-space-size=16 --heap-growing-percent=50 --expose-gc healthcheck.mjs; \
    find .compiled -type f | grep -q .
USER root
RUN chown -R root:root .compiled && chmod -R u=rwX,go=rX .compiled \
 && find .compiled -exec touch --date=2020-01-01T00:00:00Z {} +

FROM runtime
ARG SERVICE=gateway
LABEL org.opencontainers.image.title="doushouqi ${SERVICE}" org.opencontainers.image.licenses="MIT"
COPY --from=dependencies /app ./
# A layer of its own: it stays the same while only the gateway or the web changes. In other images it is empty.
COPY --from=downloads /out ./
COPY --from=assembled /out ./
COPY --from=compiled /app/.compiled .compiled
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled HOST=0.0.0.0 MALLOC_ARENA_MAX=1
USER node
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=3 CMD ["node", "healthcheck.mjs"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "--expose-gc", "entry.ts"]

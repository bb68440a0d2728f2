# A small image with the binary and an unprivileged user; the root file system may be read-only.
#
#   docker build --tag parley .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     --publish 3000:3000 --env PUBLIC_URL=http://localhost:3000 --volume parley:/data parley
#
# See docs/operations.md for details.
ARG DEBIAN=12

FROM debian:${DEBIAN}-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git npm
WORKDIR /src
# Dependencies change less often than sources, so this layer stays cached.
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN npm install --global "bun@$(sed -n 's/.*"bun-types": "\([^"]*\)".*/\1/p' package.json)" && bun install --frozen-lockfile
COPY . .
RUN bun run build

FROM debian:${DEBIAN}-slim
# ffmpeg decodes the formats that Parley does not read itself (M4A, MP4 …). `--build-arg PACKAGES=` leaves it out.
ARG PACKAGES=ffmpeg
RUN if [ -n "$PACKAGES" ]; then \
		apt-get update && apt-get install --yes --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
	fi \
	&& useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin parley \
	&& install --directory --mode 0700 --owner parley /data
COPY --from=build /src/dist/parley /usr/local/bin/parley
USER 10001
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000 LOG_FORMAT=json
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["parley", "health"]
ENTRYPOINT ["parley"]
CMD ["serve"]

# The page is built where its tools are installed, and only the result is copied.
FROM node:26-slim AS page
WORKDIR /opt/deskbell
COPY . .
RUN npm ci --ignore-scripts && npm run build:page

FROM node:26-slim
WORKDIR /opt/deskbell
COPY . .
# Without install scripts, because the image has the right Node already and needs no second one.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force \
  && ln -s /opt/deskbell/packages/server/bin/deskbell.js /usr/local/bin/deskbell \
  && mkdir /data && chown node:node /data
COPY --from=page /opt/deskbell/packages/web/dist packages/web/dist
ENV DESKBELL_HOST=0.0.0.0 DESKBELL_PORT=8080 DESKBELL_DATA=/data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.DESKBELL_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["deskbell"]
CMD ["start"]

# The command lokman, as a user without rights. What it reads and writes is in /crawl:
#
#   docker build -t lokman .
#   docker run --rm -v "$PWD:/crawl" -u "$(id -u)" lokman crawl -topic tinnitus -frontier bolt:crawl.db
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOWORK=off go build -trimpath -ldflags=-s -o /lokman ./cmd/lokman && mkdir /crawl

# It has the certificates of the authorities and the time zones, and no shell.
FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /lokman /lokman
COPY --from=build --chown=nonroot:nonroot /crawl /crawl
WORKDIR /crawl
ENTRYPOINT ["/lokman"]

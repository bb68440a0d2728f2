import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { CHECKS, Liveness, Readiness, Version } from "./schemas.ts";

const tag: Tag = { name: "Status", description: "Health, metrics and version of the installation itself." };

/** Documentation of the operations on the status of the service. */
export const documentation = {
	live: operation({
		id: "getLiveness",
		summary: "Tell whether the process runs",
		description: "Looks at nothing but itself. A process that does not answer should be restarted.",
		tag,
		responses: { 200: okResponse("It runs", Liveness, "Alive", { live: true }) },
	}),

	ready: operation({
		id: "getReadiness",
		summary: "Tell whether the service can serve",
		description:
			"Looks at the database, its migrations and the disk. While it is not ready, also while it stops, it answers 503 `unavailable` with every check in `error.meta.checks`, and should get no requests. Two checks leave it ready when they fail, and the message says that it is degraded: `bus`, where there are several instances, tells whether they hear each other (what one misses it reads from the database), and `mail`, where there is a mail server, whether mail leaves.",
		tag,
		responses: {
			200: okResponse("It can serve", Readiness, "Ready", {
				ready: true,
				checks: CHECKS.map((name) => ({ name, ok: true, detail: null })),
			}),
		},
		errors: ["unavailable"],
	}),

	metrics: operation({
		id: "getMetrics",
		summary: "Read the figures of the service",
		description:
			"Prometheus text format. Needs `METRICS_TOKEN` as bearer token; when none is configured, a caller on the same machine that asks for `localhost` (or `127.0.0.1`, `[::1]`), not through a proxy.",
		tag,
		responses: {
			200: {
				description: "The figures",
				schema: Type.String(),
				example: 'http_request_duration_seconds_count{route="/orgs",method="GET",status="200"} 42\n',
			},
		},
		errors: ["forbidden"],
	}),

	version: operation({
		id: "getVersion",
		summary: "Tell which program answers",
		tag,
		responses: {
			200: okResponse("The program, its run-time and its database engine", Version, "Version retrieved", {
				name: "parley",
				version: "1.0.0",
				commit: "0f1e2d3c4b5a",
				bun: "1.4.5",
				dialect: "sqlite",
			}),
		},
	}),
};

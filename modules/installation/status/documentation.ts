import { Type } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { okResponse } from "#http/resource";
import { CHECKS, Liveness, Readiness, Version } from "./schemas.ts";

const tag: Tag = { name: "Status", description: "Health, metrics and version of the installation itself." };

/** Documentation of the operations on the status of the service. */
export const documentation = {
	live: operation({
		id: "getLiveness",
		summary: "Check that the process is alive",
		description: "Checks only the process itself. Restart a process that does not respond.",
		tag,
		responses: { 200: okResponse("The process is alive", Liveness, "Alive", { live: true }) },
	}),

	ready: operation({
		id: "getReadiness",
		summary: "Check that the service is ready",
		description:
			"Checks the database, its migrations, the disk, and that stored files are those that the other servers of the database use (`blobs`). While the service is not ready, or is shutting " +
			"down, the response is 503 `unavailable` with every check in `error.meta.checks`; send it no " +
			"requests. Two checks do not affect readiness, but a failure is reported as degraded: `bus`, with several " +
			"instances, whether they can reach each other (they also read changes from the database), and `mail`, with a " +
			"mail server, whether mail can be sent.",
		tag,
		responses: {
			200: okResponse("The service is ready", Readiness, "Ready", {
				ready: true,
				checks: CHECKS.map((name) => ({ name, ok: true, detail: null })),
			}),
		},
		errors: ["unavailable"],
	}),

	metrics: operation({
		id: "getMetrics",
		summary: "Get the metrics of the service",
		description:
			"Prometheus text format. Requires `METRICS_TOKEN` as the bearer token. If none is configured, callers " +
			"on the same machine are accepted while `PUBLIC_URL` is a loopback address, at `localhost` (or " +
			"`127.0.0.1`, `[::1]`) and not through a proxy.",
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
		summary: "Get the version of the program",
		tag,
		responses: {
			200: okResponse("The program, its runtime and its database engine", Version, "Version retrieved", {
				name: "parley",
				version: "1.0.0",
				commit: "0f1e2d3c4b5a",
				bun: "1.4.5",
				dialect: "sqlite",
				installation: "ins_01jd0z7v9gf2nbrexx3vqjhp41",
			}),
		},
	}),
};

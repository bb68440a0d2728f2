import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { documentation } from "./documentation.ts";
import type { StatusService } from "./service.ts";

/** Headers that proxies add to forwarded requests. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** Creates the routes for health, metrics and version, which operators and their tools call without an access token. */
export const statusRoutes = (service: StatusService) =>
	new Elysia({ name: "status" })
		.use(api)

		.get("/health/live", () => ok("Alive", { live: true as const }), {
			open: "supervisors call it before anyone can sign in",
			...documentation.live,
		})

		.get(
			"/health/ready",
			async () => {
				const readiness = await service.readiness();
				return ok(readiness.checks.every(({ ok }) => ok) ? "Ready" : "Ready, but degraded", readiness);
			},
			{
				open: "load balancers call it",
				...documentation.ready,
			},
		)

		.get(
			"/metrics",
			async ({ context, request, set }) => {
				const { headers } = request;
				const text = await service.metrics({
					ip: context.ip,
					authorization: headers.get("authorization"),
					host: headers.get("host"),
					isForwarded: [...headers.keys()].some((name) => FORWARDED.test(name)),
				});
				set.headers["content-type"] = service.metricsType;
				return text;
			},
			{ open: "Prometheus sends a token of its own", ...documentation.metrics },
		)

		.get("/version", () => ok("Version retrieved", service.version()), {
			open: "it reveals nothing about any tenant",
			...documentation.version,
		});

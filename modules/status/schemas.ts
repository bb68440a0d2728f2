import { Type } from "@sinclair/typebox";
import { closed, Nullable, OneOf } from "#http/schemas";

/** The names of {@link Check}s. */
export const CHECKS = ["accepting", "database", "migrations", "disk"] as const;

/** One thing the service needs in order to serve. */
export const Check = closed({
	name: OneOf(CHECKS, "What was looked at."),
	ok: Type.Boolean(),
	detail: Nullable(Type.String({ description: "What is wrong; null when nothing is. The log says more." })),
});
export type Check = typeof Check.static;

/** The process runs. */
export const Liveness = closed({ live: Type.Literal(true) });
export type Liveness = typeof Liveness.static;

/** The service can serve. */
export const Readiness = closed({
	ready: Type.Literal(true),
	checks: Type.Array(Check),
});
export type Readiness = typeof Readiness.static;

/** Which program answers. */
export const Version = closed({
	name: Type.Literal("parley"),
	version: Type.String({ examples: ["1.0.0"] }),
	commit: Type.String({ description: "The commit it was built from; `source` when it runs from its sources." }),
	bun: Type.String({ description: "Version of the run-time." }),
	dialect: OneOf(["sqlite", "postgres"], "The database engine in use."),
});
export type Version = typeof Version.static;

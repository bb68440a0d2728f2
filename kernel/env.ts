import { readFileSync } from "node:fs";

/**
 * The one reader of the environment. Answers the variable `name`, or else the trimmed content of the file that
 * `<name>_FILE` points to (secrets mounted as files); undefined when neither is set. An empty value counts as unset.
 * Throws the file system's error when the file cannot be read: a secret that is missing must not pass as absent.
 */
export function readVariable(name: string): string | undefined {
	const value = process.env[name];
	if (value !== undefined && value !== "") return value;
	const path = process.env[`${name}_FILE`];
	if (path === undefined || path === "") return undefined;
	return readFileSync(path, "utf8").trim() || undefined;
}

/** The names of all environment variables that are set to something. */
export function variableNames(): readonly string[] {
	return Object.keys(process.env).filter((name) => process.env[name]);
}

const BROWSERS = [
	["Edge", /\bEdg\//],
	["Opera", /\bOPR\//],
	["Firefox", /\bFirefox\//],
	["Chrome", /Chrom(e|ium)\//],
	["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
	["Android", /\bAndroid\b/],
	["iOS", /\b(iPhone|iPad)\b/],
	["Windows", /\bWindows\b/],
	["macOS", /\bMac OS X\b/],
	["ChromeOS", /\bCrOS\b/],
	["Linux", /\bLinux\b/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[]): string | undefined =>
	names.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0];

/** What the list of sessions calls this browser. */
export function thisDevice(): { browser?: string; os?: string } {
	const [browser, os] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
	return { ...(browser !== undefined && { browser }), ...(os !== undefined && { os }) };
}

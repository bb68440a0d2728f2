import document from "../docs/openapi.json" with { type: "file" };

/** Path of the document that the program was built with: imported as a file, it is a path and not its content. */
const DOCUMENT = document as unknown as string;

/** `PUBLIC_URL` in that document: where it is not configured. */
const WRITTEN_URL = '"url": "http://localhost:3000"';

/**
 * Reads the text of the OpenAPI document of an installation. It is that of the release, `docs/openapi.json`, because making
 * it from the routes would hold up all requests for a quarter of a second.
 * @param href `PUBLIC_URL`
 */
export async function readDocument(href: string): Promise<string> {
	return (await Bun.file(DOCUMENT).text()).replaceAll(WRITTEN_URL, `"url": ${JSON.stringify(href)}`);
}

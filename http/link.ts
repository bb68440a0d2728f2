/**
 * The `Link` header of a page that has a next one (RFC 8288): the same list from where this page ends. Null on the last.
 * @param listUrl URL of the list without a query, made from `PUBLIC_URL`
 * @param query the parameters of the request, which stay the same
 */
export function nextLink(
	listUrl: string,
	query: Readonly<Record<string, string | undefined>>,
	nextCursor: string | null,
): string | null {
	if (nextCursor === null) return null;
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
	parameters.set("cursor", nextCursor);
	return `<${listUrl}?${parameters}>; rel="next"`;
}

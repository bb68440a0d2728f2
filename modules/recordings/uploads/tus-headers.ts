/** Names of the headers of the protocol, by which pages of other sites upload. */
export const TUS_HEADERS = {
	request: [
		"Tus-Resumable",
		"Upload-Checksum",
		"Upload-Defer-Length",
		"Upload-Length",
		"Upload-Metadata",
		"Upload-Offset",
		"X-HTTP-Method-Override",
	],
	response: [
		"Tus-Checksum-Algorithm",
		"Tus-Extension",
		"Tus-Max-Size",
		"Tus-Resumable",
		"Tus-Version",
		"Upload-Defer-Length",
		"Upload-Expires",
		"Upload-Length",
		"Upload-Offset",
	],
} as const;

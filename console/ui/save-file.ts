/** Saves what the API has answered as a file. A link to the address would carry no token. */
export function saveFile(content: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}

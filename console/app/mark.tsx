/** The mark of Parley: two people who talk. */
export const Mark = () => (
	<svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
		<rect width="32" height="32" rx="9" />
		<path d="M8.5 12.5h9M8.5 17h5M23.5 15v4.5M19 19.5h4.5l-2 3" />
	</svg>
);

/** The mark with the name: where no organization has its own. */
export const NamedMark = () => (
	<p className="named-mark">
		<Mark />
		<strong>Parley</strong>
	</p>
);

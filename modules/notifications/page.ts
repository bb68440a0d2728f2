/** Page on which somebody whose mail program cannot do it in one click turns mails off: opening it changes nothing. */
export const UNSUBSCRIBE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<link rel="icon" href="data:,">
</head>
<body>
<form method="post">
<p>Turn mails of this kind off?</p>
<button name="List-Unsubscribe" value="One-Click">Turn off</button>
</form>
</body>
</html>
`;

/** Content security policy of the page: it may send its form to where it came from, and nothing else. */
export const UNSUBSCRIBE_POLICY =
	"default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

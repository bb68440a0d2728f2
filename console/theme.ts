// Runs before the first paint: a page that turns dark afterwards flashes.
const chosen = localStorage.getItem("parley.theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;

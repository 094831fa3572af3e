// The script of the search page. Every URL works without it: the server renders the whole page for a state, and the
// script fetches the same pages and applies the differences, so that images, focus and scroll position remain.

const form = document.getElementById("search");
const field = document.getElementById("q");
const main = document.getElementById("main");
const help = document.getElementById("help");
const wide = matchMedia("(min-width: 64rem)");

// Another site may have chosen the URL: the page shows stored results, and so do the pages that follow from its URL.
const canonical = document.querySelector("link[rel=canonical]");
if (canonical) history.replaceState(null, "", canonical.getAttribute("href"));
// The URL of the current page, without what is still being typed.
let shown = location.pathname + location.search;
// Ends the latest search or page load.
let cancel = () => {};
// Whether the next page resets the form to its URL, as after a link, instead of retaining what the user has entered.
let resetsForm = false;
// The key of the card that was selected last.
let lastCard;
const results = () => document.getElementById("results");
const card = (id) => (id ? document.querySelector(`.card[data-key="${CSS.escape(id)}"]`) : null);

// ---- Differences ----------------------------------------------------------------------------------------------------

const key = (node) => node.dataset?.key ?? node.id ?? "";
// What the user has opened remains open, and an image that cannot be loaded remains hidden.
const isRetained = (node, name) => name === "open" || (name === "hidden" && node.nodeName === "IMG");

/** Makes a node equal to another one. Elements that match by key or position are reused. */
function morph(from, to) {
  if (from.isEqualNode(to)) return;
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.data = to.data;
    return;
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) === value || isRetained(from, name)) continue;
    from.setAttribute(name, value);
    if (name === "src") from.hidden = false;
  }
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !isRetained(from, name)) from.removeAttribute(name);
  }
  const keyed = new Map();
  for (const child of from.children) if (key(child)) keyed.set(key(child), child);
  let next = from.firstChild;
  for (const child of [...to.childNodes]) {
    const match = key(child) ? keyed.get(key(child)) : next;
    const fits = match && match.nodeName === child.nodeName && key(match) === key(child);
    if (!fits) {
      from.insertBefore(child, next);
    } else {
      if (match !== next) from.insertBefore(match, next);
      morph(match, child);
      next = match.nextSibling;
    }
  }
  while (next) {
    const following = next.nextSibling;
    next.remove();
    next = following;
  }
}

/** Shows a page of the server. */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!page.getElementById("search")) return location.reload();
  document.title = page.title;
  document.body.classList.toggle("home", page.body.classList.contains("home"));
  morph(document.querySelector(".top"), page.querySelector(".top"));
  morph(main, page.getElementById("main"));
  if (resetsForm) form.reset();
  prepare();
}

/** Shows the details of a page of the server beside the results. */
function showDetails(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const details = page.getElementById("details");
  if (!details) return location.reload();
  const old = document.getElementById("details");
  if (old) morph(old, details);
  else document.querySelector(".columns").append(details);
  prepare();
  document.querySelector("#details .details").focus({ preventScroll: wide.matches });
  // The list has fewer columns beside the details.
  if (wide.matches) card(selectedID())?.scrollIntoView({ block: "nearest" });
}

/** The ID of the result whose details are open. */
const selectedID = () => new URLSearchParams(shown.split("?")[1]).get("details");

/** Updates what depends on the script: the selected card, the share button and automatic loading. */
function prepare() {
  const coversResults = !!document.getElementById("details") && !wide.matches;
  results()?.toggleAttribute("inert", coversResults);
  for (const each of document.querySelectorAll(".card")) {
    const isSelected = each.dataset.key === selectedID();
    each.classList.toggle("selected", isSelected);
    if (isSelected) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  for (const button of document.querySelectorAll(".share")) button.hidden = !(navigator.share || navigator.clipboard);
  observer.disconnect();
  const next = document.querySelector(".further [data-auto]");
  if (next) observer.observe(next);
}

function busy(isBusy) {
  document.body.classList.toggle("busy", isBusy);
}

function toast(text) {
  document.querySelector(".toast")?.remove();
  const message = Object.assign(document.createElement("p"), { className: "toast", role: "status", textContent: text });
  document.body.append(message);
  setTimeout(() => message.remove(), 4000);
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

/** Fetches a page and shows it. The latest call wins. */
async function visit(address, display = show) {
  cancel();
  const controller = new AbortController();
  cancel = () => controller.abort();
  if (display !== showDetails) busy(true);
  try {
    const response = await fetch(address, { signal: controller.signal, headers: { Accept: "text/html" } });
    const html = await response.text();
    if (controller.signal.aborted) return;
    display(html);
    busy(false);
  } catch (error) {
    if (error.name === "AbortError") return;
    busy(false);
    if (display !== showDetails && results()) return fail(address);
    toast("Seek does not respond. Is it still running?");
    const load = document.querySelector("#details .load");
    if (load) load.textContent = "Load statistics";
  }
}

/** Shows in place of the results that the server does not respond. */
function fail(address) {
  const element = (name, ...content) => {
    const created = document.createElement(name);
    created.append(...content);
    return created;
  };
  const retry = Object.assign(element("a", "Try again"), { href: address.replace("&preview=1", ""), className: "button primary" });
  const message = element(
    "div",
    element("h1", "Seek does not respond"),
    element("p", "Is it still running?"),
    element("p", retry),
  );
  message.className = "empty";
  message.setAttribute("role", "alert");
  results().replaceChildren(message);
  results().removeAttribute("aria-busy");
}

/**
 * Runs a search and shows its results as the sources respond. The latest search wins. If it extends the results that
 * are shown, they remain until it is complete.
 */
function search(address, { extends: isExtension = false } = {}) {
  cancel();
  const source = new EventSource("/events" + address.slice(1).split("#")[0]);
  // The first event has no results. It is shown only if the search takes noticeable time.
  let pendingTimer;
  const end = () => {
    clearTimeout(pendingTimer);
    source.close();
    busy(false);
  };
  cancel = end;
  busy(true);
  source.addEventListener("pending", (event) => {
    if (!isExtension) pendingTimer = setTimeout(() => show(event.data), 150);
  });
  source.addEventListener("update", (event) => {
    clearTimeout(pendingTimer);
    if (isExtension) return;
    show(event.data);
    busy(false);
  });
  source.addEventListener("done", (event) => {
    end();
    show(event.data);
  });
  source.addEventListener("error", () => {
    end();
    // The session may have expired, or there were too many requests. Scripts cannot read the response to an event
    // source, so the URL is opened as a page, which shows the reason.
    visit(address);
  });
}

/** The URL of the form's values, without empty ones. */
function address() {
  const values = new URLSearchParams();
  const kinds = [];
  for (const [name, value] of new FormData(form)) {
    if (name === "kinds") {
      // The hidden field has no value: without a selected kind, the URL has an empty list.
      if (value) kinds.push(value);
    } else if (value.trim()) values.append(name, value.trim());
  }
  const isDefault = kinds.length === 2 && kinds.includes("video") && kinds.includes("repository");
  if (!isDefault) values.append("kinds", kinds.join(","));
  const query = values.toString().replaceAll("%2C", ",");
  return query ? "/?" + query : "/";
}

function push(to) {
  clearTimeout(typingTimer);
  hasTyped = false;
  if (to !== shown) history.pushState(null, "", to);
  shown = to;
}

function go(to) {
  push(to);
  search(to);
  scrollTo({ top: 0 });
}

function stop() {
  cancel();
  for (const source of document.querySelectorAll(".source.pending")) {
    source.className = "source partial";
    source.querySelector(".spinner").remove();
    const retry = Object.assign(document.createElement("a"), { href: shown, className: "retry", textContent: "Retry" });
    source.querySelector("small").replaceChildren("stopped · ", retry);
  }
  document.querySelector(".cards.ghosts")?.remove();
  const title = document.querySelector("#results h1 [role=status]");
  if (title) title.textContent = title.textContent.replace("Searching for", "Stopped searching for").replace("…", "");
  document.querySelector(".stop")?.setAttribute("hidden", "");
  results()?.removeAttribute("aria-busy");
}

// ---- Typing ---------------------------------------------------------------------------------------------------------

// Searches of YouTube are limited to 100 a day. While a text is typed, stored results are shown, which cost nothing.
let typingTimer;
// Whether a text has been typed that has not been searched for.
let hasTyped = false;
field.addEventListener("input", () => {
  clearTimeout(typingTimer);
  hasTyped = true;
  resetsForm = false;
  typingTimer = setTimeout(() => {
    const text = field.value.trim();
    if (text.length > 1) visit(address() + "&preview=1");
    else if (!text) visit(shown);
  }, 250);
});

/** Shows the page of the URL again. A search may take long: its events show at once that it is running. */
function endTyping(display) {
  clearTimeout(typingTimer);
  hasTyped = false;
  resetsForm = true;
  const isSearch = new URLSearchParams(shown.split("?")[1]).get("q") && !selectedID();
  if (isSearch && !display) search(shown);
  else visit(shown, display);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  resetsForm = false;
  closePopovers();
  if (field.value.trim()) go(address());
  else field.focus();
});
form.addEventListener("change", (event) => {
  resetsForm = false;
  if (event.target !== field && event.target.type !== "date" && field.value.trim()) go(address());
});

// ---- Links and buttons ----------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (event.target.matches(".layout")) {
    event.preventDefault();
    return showLayout(event.submitter);
  }
  const question = event.target.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});

/** Shows the results as cards or as a list, now and on later pages, without searching again. */
function showLayout({ value }) {
  document.cookie = `seek_layout=${value}; Path=/; SameSite=Strict; Max-Age=31536000`;
  for (const list of document.querySelectorAll(".cards")) list.classList.toggle("list", value === "list");
  for (const button of document.querySelectorAll(".layout button")) {
    button.setAttribute("aria-pressed", button.value === value);
  }
}

// A menu with a text field is opened in order to type.
document.addEventListener("toggle", (event) => event.target.open && event.target.querySelector("[name=name]")?.select(), true);

function closePopovers(except) {
  for (const popover of document.querySelectorAll("details.pop[open]")) if (popover !== except) popover.open = false;
}

/** Shows details, which belong to the URL as well. */
function openDetails(to) {
  push(to);
  visit(to + "&part=details", showDetails);
}

function closeDetails() {
  const details = document.getElementById("details");
  if (!details) return;
  // A page that is still being loaded would open the details again.
  cancel();
  busy(false);
  push(details.querySelector(".close").getAttribute("href"));
  details.remove();
  prepare();
  card(lastCard)?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const target = event.target;
  closePopovers(target.closest("details.pop"));
  if (target.closest(".stop")) return stop();
  if (target.closest(".share")) return share();
  // A click outside the details on a small screen.
  if (target.id === "details") return closeDetails();
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = target.closest("a[href]");
  const clickedCard = target.closest(".card");
  if (!link) {
    const opensDetails = clickedCard && !target.closest("summary, details, button") && !getSelection().toString();
    if (opensDetails) clickedCard.querySelector(".info")?.click();
    return;
  }
  const to = link.getAttribute("href");
  if (!to.startsWith("/?") && to !== "/") return;
  event.preventDefault();
  if (clickedCard) lastCard = clickedCard.dataset.key;
  if (link.matches(".close")) {
    closeDetails();
  } else if (link.matches(".info, .load")) {
    if (link.matches(".load")) link.textContent = "Loading…";
    openDetails(to);
  } else if (link.rel === "next") {
    more(link);
  } else if (link.closest(".presets")) {
    const dates = new URLSearchParams(to.split("?")[1]);
    for (const name of ["since", "until"]) {
      const date = dates.get(name) ?? "";
      // A field for a date cannot have a relative date, such as 7d.
      form.elements[name].type = /^\d{4}-\d\d-\d\d$|^$/.test(date) ? "date" : "text";
      form.elements[name].value = date;
    }
    resetsForm = false;
    closePopovers();
    go(address());
  } else {
    resetsForm = true;
    closePopovers();
    if (to === "/") {
      push(to);
      visit(to);
    } else {
      go(to);
    }
  }
});

/** Matches the parameters of open details in a URL. */
const detailsPattern = /&details=[^&]*(&load=1)?/;

function more(link) {
  const next = link.getAttribute("href").split("#")[0];
  // Details may have been opened or closed since the link was shown.
  const to = next.replace(detailsPattern, "") + (detailsPattern.exec(shown)?.[0] ?? "");
  if (link.getAttribute("aria-disabled")) return;
  link.setAttribute("aria-disabled", "true");
  link.textContent = "Loading…";
  shown = to;
  history.replaceState(null, "", to);
  search(to, { extends: true });
  const end = cancel;
  cancel = () => {
    end();
    link.removeAttribute("aria-disabled");
    link.textContent = "Load more";
  };
}

// The next page is loaded at the end of the list, but only if it is free.
const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) more(entry.target);
  },
  { rootMargin: "600px" },
);

async function share() {
  try {
    if (navigator.share && !wide.matches) return await navigator.share({ title: document.title, url: location.href });
    await navigator.clipboard.writeText(location.href);
    toast("Link copied");
  } catch {
    // The user has closed the dialog.
  }
}

addEventListener("popstate", () => {
  const to = location.pathname + location.search;
  if (to === shown) return;
  const isSameSearch = to.replace(detailsPattern, "") === shown.replace(detailsPattern, "");
  const before = selectedID();
  shown = to;
  const target = isSameSearch && wide.matches ? (before ?? selectedID()) : null;
  const showTarget = (html) => {
    show(html);
    // The list has a different number of columns beside details.
    card(target)?.scrollIntoView({ block: "nearest" });
  };
  endTyping(isSameSearch ? showTarget : undefined);
});

// ---- Keyboard -------------------------------------------------------------------------------------------------------

const shortcuts = document.getElementById("shortcuts");
try {
  shortcuts.checked = localStorage.getItem("shortcuts") !== "off";
  shortcuts.addEventListener("change", () => localStorage.setItem("shortcuts", shortcuts.checked ? "on" : "off"));
} catch {
  // The browser stores nothing; the choice lasts until the page is closed.
}

function move(step) {
  const cards = [...document.querySelectorAll(".cards:not(.ghosts) > .card")];
  const current = cards.indexOf(document.activeElement?.closest(".card") ?? card(lastCard));
  const next = cards[Math.min(cards.length - 1, Math.max(0, current + step))];
  if (!next) return;
  lastCard = next.dataset.key;
  next.focus();
}

const keys = {
  "/": () => field.select(),
  j: () => move(1),
  k: () => move(-1),
  o: () => document.activeElement?.closest(".card, .details")?.querySelector("h3 a, a.open")?.click(),
  m: () => document.querySelector("a[rel=next]")?.click(),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || help.open || event.isComposing) return;
  if (event.key === "Escape") {
    // The browser would clear the search field.
    if (event.target === field) event.preventDefault();
    const popover = document.querySelector("details.pop[open]");
    if (popover) {
      popover.open = false;
      popover.querySelector("summary").focus();
    } else if (document.getElementById("details")) {
      closeDetails();
    } else if (hasTyped) {
      field.blur();
      endTyping();
    } else if (document.body.classList.contains("busy") || document.querySelector("#results[aria-busy]")) {
      stop();
    } else {
      document.activeElement?.blur();
    }
    return;
  }
  const isTyping = event.target.matches("input:not([type=checkbox]), select, textarea");
  if (isTyping) return;
  if (event.key === "Enter" && event.target.matches(".card")) {
    event.preventDefault();
    event.target.querySelector(".info")?.click();
  } else if (keys[event.key] && shortcuts.checked) {
    event.preventDefault();
    keys[event.key]();
  }
});

document.querySelector(".foot a[href='/help']")?.addEventListener("click", (event) => {
  event.preventDefault();
  help.showModal();
});
help.addEventListener("click", (event) => event.target === help && help.close());

// A page that the browser has retained must not be shown after its session has ended.
addEventListener("pageshow", (event) => event.persisted && document.getElementById("logout") && location.reload());

// An image that cannot be loaded leaves its place empty.
addEventListener("error", (event) => event.target.nodeName === "IMG" && (event.target.hidden = true), true);
for (const image of document.images) if (image.complete && !image.naturalWidth) image.hidden = true;

prepare();
// The page was sent before all sources had responded.
if (document.querySelector("#results[aria-busy]")) search(shown);

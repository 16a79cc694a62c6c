// Delay the request for the search index, which is larger than any page, until the first search; Zensical requests it at once.
{
  const BUTTON = "[data-md-component=search] button, [for=__search]";
  const { open, send } = XMLHttpRequest.prototype;
  const held = [];
  let wanted = new URLSearchParams(location.search).has("h"); // a page that was found has its words marked

  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    this.waits = /\/search\.json$/.test(url);
    return open.call(this, method, url, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    if (wanted || !this.waits) send.apply(this, body);
    else held.push(this);
  };

  const search = ({ target }) => {
    if (!target.closest(BUTTON)) return;
    wanted = true;
    for (const request of held.splice(0)) send.call(request);
  };
  const press = (event) => {
    if (wanted || event.key !== "k" || !(event.ctrlKey || event.metaKey)) return; // later Zensical hears the key
    event.preventDefault();
    document.querySelector(BUTTON).click();
  };
  addEventListener("click", search, true);
  addEventListener("keydown", press);
}

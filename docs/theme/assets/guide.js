// The language switch keeps the place in the page: section ids are the same in both languages.
document.addEventListener("click", function (event) {
  var link = event.target.closest && event.target.closest("a.md-select__link[hreflang]")
  if (link) link.hash = location.hash
})

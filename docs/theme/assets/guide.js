// The language switch keeps the place in the page: section ids are the same in both languages.
document.addEventListener("click", function (event) {
  var link = event.target.closest && event.target.closest("a.md-select__link[hreflang]")
  if (link) link.hash = location.hash
})

// What is folded is printed too, also where styles cannot open it.
window.addEventListener("beforeprint", function () {
  document.querySelectorAll(".md-typeset details:not([open])").forEach(function (one) {
    one.open = true
    window.addEventListener("afterprint", function () { one.open = false }, { once: true })
  })
})

// A wrong address is answered in its own language first.
document.querySelectorAll(".lost").forEach(function (section) {
  if (location.pathname.split("/").includes(section.lang)) document.querySelector("h1").after(section)
})

// Tables of prose that are wider than the page scroll in a box: the keyboard reaches it while there is something to scroll.
function reachable() {
  document.querySelectorAll(".md-typeset__scrollwrap").forEach(function (box) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute("tabindex")
  })
}
window.addEventListener("load", reachable)
window.addEventListener("resize", reachable)

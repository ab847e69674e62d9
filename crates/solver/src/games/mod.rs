//! The games, each as the solver sees it.

mod mraha;
mod seega;

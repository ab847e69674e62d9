//! The tunables of the searches: one table for each searcher, read and set by name.
//!
//! A table is declared once, with `params!`; the struct that it makes is what the search reads. Front ends set
//! parameters by name (`param.NAME=VALUE` of a player), so that matches can judge every one of them.

use std::fmt;

/// What is known of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The value in force unless it is set; switches are 0 or 1.
    pub default: f64,
    /// The least value allowed.
    pub least: f64,
    /// The greatest value allowed.
    pub most: f64,
    /// Are only whole numbers allowed?
    pub whole: bool,
}

/// A parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamError(String);

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParamError {}

/// A set of parameters.
pub trait Params: Default {
    /// All parameters, in their order.
    fn table() -> Vec<Param>;

    /// The value of a parameter, if there is one of this name.
    fn get(&self, name: &str) -> Option<f64>;

    /// Sets the parameter `name`, which must be one of the table, to a value in its range.
    fn put(&mut self, name: &str, value: f64);

    /// Sets a parameter from text.
    ///
    /// # Errors
    /// [`ParamError`] if there is none of this name, or the value is not allowed.
    fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let table = Self::table();
        let Some(param) = table.iter().find(|param| param.name == name) else {
            let names: Vec<&str> = table.iter().map(|param| param.name).collect();
            return Err(ParamError(format!(
                "there is no parameter \"{}\": {} are",
                name.escape_debug(),
                names.join(", ")
            )));
        };
        let Param { least, most, whole, .. } = *param;
        let number: Option<f64> = text.parse().ok();
        let Some(value) =
            number.filter(|value| (least..=most).contains(value) && (!whole || value.fract() == 0.0))
        else {
            let kind = if whole { "a whole number" } else { "a number" };
            let wrong = text.escape_debug();
            return Err(ParamError(format!("{name} is {kind} from {least} to {most}, not \"{wrong}\"")));
        };
        self.put(name, value);
        Ok(())
    }
}

/// What a parameter can be.
pub(crate) trait Value: Copy {
    /// Are only whole numbers allowed?
    const WHOLE: bool;
    /// The value nearest to a number of the table's range.
    fn from_number(number: f64) -> Self;
    /// The value as a number.
    fn number(self) -> f64;
}

impl Value for bool {
    const WHOLE: bool = true;

    fn from_number(number: f64) -> bool {
        number != 0.0
    }

    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }
}

impl Value for f64 {
    const WHOLE: bool = false;

    fn from_number(number: f64) -> f64 {
        number
    }

    fn number(self) -> f64 {
        self
    }
}

macro_rules! whole_number {
    ($($number:ty),*) => {
        $(impl Value for $number {
            const WHOLE: bool = true;

            fn from_number(number: f64) -> $number {
                number as $number
            }

            fn number(self) -> f64 {
                f64::from(self)
            }
        })*
    };
}
whole_number!(i32, u32);

/// Declares a struct of parameters with its table: `name: type = default, least..=most;` each with its documentation.
macro_rules! params {
    ($(#[doc = $title:literal])* $visibility:vis struct $set:ident {
        $($(#[doc = $about:literal])* $name:ident: $kind:ty = $default:expr, $least:literal ..= $most:literal;)*
    }) => {
        $(#[doc = $title])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $visibility struct $set {
            $($(#[doc = $about])* pub $name: $kind,)*
        }

        impl Default for $set {
            fn default() -> $set {
                $set { $($name: $default,)* }
            }
        }

        impl $crate::params::Params for $set {
            fn table() -> Vec<$crate::params::Param> {
                use $crate::params::{Param, Value};
                vec![$(Param {
                    name: stringify!($name),
                    about: concat!($($about),*).trim_ascii(),
                    default: Value::number($default as $kind),
                    least: f64::from($least),
                    most: f64::from($most),
                    whole: <$kind as Value>::WHOLE,
                }),*]
            }

            fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some($crate::params::Value::number(self.$name)),)*
                    _ => None,
                }
            }

            fn put(&mut self, name: &str, value: f64) {
                match name {
                    $(stringify!($name) => self.$name = $crate::params::Value::from_number(value),)*
                    _ => {}
                }
            }
        }
    };
}
pub(crate) use params;

#[cfg(test)]
mod tests {
    use super::*;

    params! {
        /// An example.
        struct Example {
            /// A switch.
            switch: bool = true, 0..=1;
            /// A count.
            count: u32 = 7, 1..=99;
            /// A share.
            share: f64 = 0.5, 0..=1;
        }
    }

    #[test]
    fn parameters_are_set_by_name_within_their_range() {
        let mut example = Example::default();
        example.set("switch", "0").unwrap();
        example.set("count", "99").unwrap();
        example.set("share", "0.25").unwrap();
        assert_eq!(example, Example { switch: false, count: 99, share: 0.25 });
        assert_eq!(example.get("count"), Some(99.0));
        for (name, text) in [
            ("count", "0"),
            ("count", "1.5"),
            ("count", "x"),
            ("share", "nan"),
            ("none", "1"),
            ("switch", "2"),
        ] {
            let before = example;
            assert!(example.set(name, text).is_err(), "{name}={text}");
            assert_eq!(example, before);
        }
        let names: Vec<&str> = Example::table().iter().map(|param| param.name).collect();
        assert_eq!(names, ["switch", "count", "share"]);
        assert_eq!(Example::table()[1].about, "A count.");
    }
}
